import type { WebsiteVisibility } from '@bridge/contracts';

/** The visibilities of a published website, each with a description for the owner. */
export const VISIBILITIES: readonly (readonly [WebsiteVisibility, string])[] = [
  ['private', 'Nobody'],
  ['unlisted', 'Anyone with the link'],
  ['public', 'Everyone'],
];
