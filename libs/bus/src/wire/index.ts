export {
  BROKER_USERS,
  brokerRights,
  permissionsConf,
  type BrokerUserPermissions,
} from './broker-rights.ts';
export { breaks, type JsonSchema } from './compatible.ts';
export {
  breakingDifferences,
  messageSchemas,
  type BusSubjectSchemas,
  type SchemasByBusSubject,
} from './message-schemas.ts';
export { busReference } from './reference.ts';
