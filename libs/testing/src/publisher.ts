/** The module of the publisher service, for tests of libraries that may not import it directly. */
export { publisherModule } from '@bridge/publisher';
