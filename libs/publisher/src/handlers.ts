import { handlersOf } from '@bridge/bus';
import { check } from './actions/check.ts';
import { publish, publishOwn } from './actions/publish.ts';
import type { PublisherDeps } from './deps.ts';

/**
 * The handlers of all messages that the publisher service receives over the bus, each under its name in the contract
 * `PUBLISHER`.
 */
export const publisherHandlers = handlersOf<'publisher', PublisherDeps>({
  publish,
  check,
  publishOwn,
});
