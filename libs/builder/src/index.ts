export { BUILDER_MIGRATIONS } from './migrations/builder-migrations.ts';
export { builderModule } from './module.ts';
