export { makeOutbound, type OutboundClient, type OutboundAnswer } from './outbound.ts';
export { OutboundFailure, type OutboundFailureKind } from './outbound-failure.ts';
