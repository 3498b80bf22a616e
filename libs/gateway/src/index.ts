export type { OwnerLinkPurpose } from './auth/owner-link.ts';
export type { OwnerAccount } from './auth/owner.store.ts';
export type { KeyWithSecret } from './keys/keys.ts';
export { GATEWAY_MIGRATIONS } from './migrations/gateway-migrations.ts';
export { gatewayModule, type RunningGateway } from './module.ts';
export { openOwnerTool, type OwnerAdministration } from './owner-tool.ts';
