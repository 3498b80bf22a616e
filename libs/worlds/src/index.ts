export { WORLDS_MIGRATIONS } from './migrations/worlds-migrations.ts';
export { worldsModule } from './module.ts';
