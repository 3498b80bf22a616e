/** The real service `worlds`, for tests of libs that read World rights and may not import it themselves. */
export { worldsModule } from '@bridge/worlds';
