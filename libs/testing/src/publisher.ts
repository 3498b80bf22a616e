/** The real service `publisher`, for tests of rooms that read what was published and may not import it themselves. */
export { publisherModule } from '@bridge/publisher';
