export type { Owner } from './auth/owner.store.ts';
export type { KeyWithSecret } from './keys/keys.ts';
export { GATEWAY_MIGRATIONS } from './migrations/gateway-migrations.ts';
export { gatewayModule, type Gateway } from './module.ts';
export { openOwnerTool, type OwnerTool } from './owner-tool.ts';
