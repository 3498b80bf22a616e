export { BUILDER_MIGRATIONS } from './migrations/builder-migrations.ts';
export { builderModule } from './module.ts';
export { sweepObjects, type ObjectPass, type ObjectSweep } from './sweep/sweep-objects.ts';
