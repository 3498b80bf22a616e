export { matchesEtag, readRange, type ByteRange } from './conditions.ts';
export { releaseBuffer, selectBufferRelease } from './release-buffer.ts';
export { discardBody } from './discard-body.ts';
export {
  bytesRepresentation,
  entityReply,
  entityRequestOf,
  type Entity,
  type EntityBody,
  type EntityReply,
  type EntityRequest,
  type Representation,
} from './entity.ts';
export { hostHeaders, hostNames, originHeaders, portOf } from './host.ts';
export { chooseEncoding, preferredType, type Encoding } from './negotiate.ts';
export { sendReply, type OutgoingReply } from './send-reply.ts';
export {
  closeServer,
  HEADER_BYTES_MAX,
  listenAt,
  makeWebServer,
  type BrokenRequest,
  type ListenAddress,
  type OriginServer,
  type WebServerOptions,
} from './server.ts';
export {
  admitSocket,
  endRaw,
  isRefused,
  refuseFurther,
  whenWritable,
  type RawReply,
} from './sockets.ts';
