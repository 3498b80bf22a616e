/** The real service `worlds`, for tests of rooms that ask for World rights and may not import it themselves. */
export { worldsModule } from '@bridge/worlds';
