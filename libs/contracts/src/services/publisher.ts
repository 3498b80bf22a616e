import { defineService } from '../service.ts';
import { check } from './publisher/check.ts';
import { publishOwn } from './publisher/publish-own.ts';
import { publish } from './publisher/publish.ts';

/** Callables of the publisher, which analyses drafts and stores publications. */
export const PUBLISHER = defineService('publisher', {
  publish,
  // Messages between services follow.
  check,
  publishOwn,
});
