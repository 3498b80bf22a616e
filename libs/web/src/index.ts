export { matchesEtag } from './conditions.ts';
export { releaseBuffer, selectBufferRelease } from './release-buffer.ts';

export {
  bytesRepresentation,
  entityReply,
  entityRequestOf,
  type HttpEntity,
  type EntityBody,
  type EntityReply,
  type EntityRequest,
  type EntityRepresentation,
} from './entity.ts';
export { hostHeaders, hostNames, originHeaders, portOf } from './host.ts';
export { preferredType, type StoredContentEncoding } from './negotiate.ts';
export {
  makePreviewTokens,
  openPreviewTokens,
  OWNER_MARK,
  type PreviewTokenSigner,
} from './preview-token.ts';
export { sendReply } from './send-reply.ts';
export {
  closeServer,
  HEADER_BYTES_MAX,
  listenAt,
  makeWebServer,
  type InvalidRequestReason,
  type ListenAddress,
  type OriginServer,
} from './server.ts';
export {
  admitSocket,
  isRefused,
  refuseFurther,
  whenWritable,
  type RawSocketReply,
} from './sockets.ts';
