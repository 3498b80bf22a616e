/** The module of the worlds service, for tests of libraries that may not import it directly. */
export { worldsModule } from '@bridge/worlds';
