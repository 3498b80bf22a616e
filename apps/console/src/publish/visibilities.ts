import type { Visibility } from '@bridge/contracts';

/** The visibilities of a published website, in words. */
export const VISIBILITIES: readonly (readonly [Visibility, string])[] = [
  ['private', 'Nobody'],
  ['unlisted', 'Anyone with the link'],
  ['public', 'Everyone'],
];
