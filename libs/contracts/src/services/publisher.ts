import { defineService } from '../service.ts';
import { check } from './publisher/check.ts';
import { publishOwn } from './publisher/publish-own.ts';
import { publish } from './publisher/publish.ts';

/** Actions and messages of the publisher service, which checks drafts and stores publications. */
export const PUBLISHER = defineService('publisher', {
  publish,
  // From here on: messages between services, which agents cannot call.
  check,
  publishOwn,
});
