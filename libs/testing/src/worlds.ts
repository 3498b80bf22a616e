/** Exports the worlds service's module to the tests of libraries that may not import that service. */
export { worldsModule } from '@bridge/worlds';
