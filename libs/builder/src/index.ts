export { BUILDER_MIGRATIONS } from './migrations/builder-migrations.ts';
export { builderModule } from './module.ts';
export { publicationStates, type PublicationState } from './publish/publication.store.ts';
export { sweepObjects, type ObjectPass, type ObjectSweep } from './sweep/sweep-objects.ts';
