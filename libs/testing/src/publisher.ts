/** The real service `publisher`, for tests of libs that read publications and may not import it themselves. */
export { publisherModule } from '@bridge/publisher';
