export { BUILDER_MIGRATIONS } from './migrations/builder-migrations.ts';
export { builderModule } from './module.ts';
export { publicationStates } from './publish/publication.store.ts';
export { adoptDatabase } from './high-water/adopt-database.ts';
export { namedObjects } from './sweep/named-objects.ts';
export { passOverObjects } from './sweep/object-passes.ts';
export { sweepObjects } from './sweep/sweep-objects.ts';
export { namedObjectPages, sampleObjects } from './verify/stored-objects.ts';
export { verifyObjects, type DamagedBlobObject } from './verify/verify-objects.ts';
