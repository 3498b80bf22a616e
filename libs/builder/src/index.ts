export { BUILDER_MIGRATIONS } from './migrations/builder-migrations.ts';
export { builderModule } from './module.ts';
export { publicationStates, type PublicationState } from './publish/publication.store.ts';
export { adoptDatabase, type AdoptedDatabase } from './high-water/adopt-database.ts';
export { namedObjects } from './sweep/named-objects.ts';
export { passOverObjects, type ObjectPassDeps } from './sweep/object-passes.ts';
export { sweepObjects, type ObjectPass, type ObjectSweep } from './sweep/sweep-objects.ts';
export { namedObjectPages, sampleObjects, type NamedObject } from './verify/stored-objects.ts';
export { verifyObjects, type DamagedObject } from './verify/verify-objects.ts';
