/** The real service `builder`, for tests of rooms that may not import it themselves. */
export { builderModule } from '@bridge/builder';
