export {
  makeOutbound,
  OUTBOUND_LIMITS,
  type OutboundClient,
  type OutboundAnswer,
  type OutboundOptions,
  type OutboundRequest,
} from './outbound.ts';
export { OutboundFailure, type OutboundFailureKind } from './outbound-failure.ts';
export { isLoopbackAddress, isPublicAddress } from './public-address.ts';
export { readUrl, type HostResolver, type OutboundTargetRules } from './resolve-target.ts';
