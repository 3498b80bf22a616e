import { defineService } from '../service.ts';
import { check } from './publisher/check.ts';
import { publishOwn } from './publisher/publish-own.ts';
import { publish } from './publisher/publish.ts';

/** Judges and stores what builder lets be published. */
export const PUBLISHER = defineService('publisher', {
  publish,
  // Between services.
  check,
  publishOwn,
});
