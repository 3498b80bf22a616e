export {
  ELSEWHERE,
  startRecordingBrowser,
  type RecordedRequests,
  type RecordingBrowser,
} from './recording-browser.ts';
export { gatewaySchemaModule, makeAgentKey } from './agent-keys.ts';
export { makeRoles, type DatabaseUrlByRole } from './database-roles.ts';
export {
  CREDENTIALS,
  SERVICE_CREDENTIALS,
  settingsOf,
  type CredentialSettingName,
} from './service-credentials.ts';
export { damageObject, type StoredObjectDamage } from './damage-object.ts';
export { describeOnStores } from './describe-on-stores.ts';
export { describeWith } from './describe-with.ts';
export { errorWith } from './error-with.ts';
export { fakeClock, type FakeClock } from './fake-clock.ts';
export { countingIds } from './fake-ids.ts';
export { faultProxy, type FaultDirection, type FaultProxy } from './faults.ts';
export { CHROMIUM_FLAGS, findChromium } from './chromium.ts';
export { getFrom, type TestRequestOptions, type FullHttpResponse } from './get-from.ts';
export {
  CORPUS_ADDRESS,
  corpusPages,
  unnamedRequests,
  type TestCorpusPage,
} from './page-corpus.ts';
export { migrationFolder, migrationTexts, type MigrationFolder } from './migration-folder.ts';
export { childrenOf, processTree } from './process-tree.ts';
export { faultyStore, type FaultyS3StoreProxy, type PutFailurePoint } from './faulty-store.ts';
export {
  findProgram,
  freePort,
  startProgram,
  type StartedProgram,
  type ProgramOptions,
} from './program.ts';
export {
  isRequired,
  MissingTestResourceError,
  need,
  type TestResourceName,
  type SkippableTestContext,
} from './requirement.ts';
export { server } from './servers.ts';
export type {
  MeilisearchServer,
  S3Server,
  TestServerKind,
  TestServerOptions,
  TestServerByKind,
  TestServer,
} from './servers/test-server.ts';
export { momaObject } from './moma-object.ts';
export {
  MUSEUM_MAKERS,
  MUSEUM_OBJECTS,
  MUSEUM_SPELLINGS,
  museumPaths,
  NO_MUSEUMS,
} from './museum-files.ts';
export { ROOT, sharedPath } from './shared-folder.ts';
export { parseSpecPage, readSpec, type SpecRequirement } from './spec.ts';
export { type S3StoreProxy } from './store-proxy.ts';
export { strictSigningProxy } from './strict-signing.ts';
export { testBase } from './test-base.ts';
export {
  testDatabase,
  testDb,
  type TestDatabase,
  type ConnectedTestDatabase,
} from './test-database.ts';
export { smallDisk, type SmallMountedFileSystem } from './small-disk.ts';
export {
  fillAccount,
  fillCrowd,
  fillRevisions,
  fillSnapshots,
  type WebsiteToCopy,
} from './fill-account.ts';
export { joinByLink, joinWorld } from './join-world.ts';
export { until } from './until.ts';
export { withoutRates } from './without-rates.ts';
export { startBalancer, type TcpLoadBalancer } from './balancer.ts';
export {
  cleanEnv,
  runCommand,
  startApp,
  startProduct,
  type CommandResult,
  type AllInOneProcess,
  type AllInOneProcessOptions,
} from './product.ts';
export {
  startSplit,
  type SplitServiceProcess,
  type SplitProduct,
  type SplitProductOptions,
} from './split.ts';
export { REPLICAS, type SplitServiceName } from './split-services.ts';
export {
  ALL_TOOL_SCOPES,
  newOwner,
  signIn,
  type TestKeyOptions,
  type KeyWithSecret,
  type TestOwner,
} from './owner.ts';
export {
  askPublication,
  beginPublication,
  builderModule,
  makeWebsite,
  makeWorld,
  newKey,
  patchDraft,
  publishDraft,
  putAdmitted,
  readDraft,
  sampleCommit,
  type BegunPublication,
} from './builder.ts';
export { atStep, crashAt, cutDatabaseAt, pauseAt } from './failpoints.ts';
export { makePublished, publisherModule, publishWebsite } from './publisher.ts';
export { accountModule } from './account.ts';
export { recordPlans, wideNodes } from './statement-plans.ts';
export {
  standInProvider,
  type ModelProviderBehaviour,
  type StandInModelProvider,
} from './stand-in-provider.ts';
export { worldsModule } from './worlds.ts';
export {
  agentCtx,
  ownerCtx,
  publicCtx,
  startTestServices,
  type TestCallOptions,
  type BlobStoreOpener,
  type TestServices,
} from './test-services.ts';
export { wireProblems } from './mcp-wire.ts';
export { openBrowser, type SimulatedBrowserClient } from './browser.ts';
export {
  answerOf,
  startGateway,
  type TestHttpResponse,
  type GatewayTestRig,
} from './gateway-rig.ts';
export { gaugeIn, heldHere, heldIn, openFilesIn } from './held.ts';
export type { WatchedMethodCallback } from './watched.ts';
export { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';
