/**
 * Groups of actions by which an owner filters the account's activity list. Each group lists prefixes of action names; an
 * action belongs to the first group with a matching prefix.
 */
export const ACTIVITY_KINDS = {
  publishing: [
    'builder.publish',
    'builder.set_visibility',
    'pages.set_visibility',
    'builder.set_listed',
  ],
  websites: ['builder.', 'pages.', 'widgets.'],
  worlds: ['worlds.'],
  keys: ['keys.'],
  messages: ['relay.', 'paired.', 'account.owner_message', 'account.pairing_'],
  account: ['account.', 'credits.'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
/** Name of a group of actions in the filter of the activity list, such as `publishing`. */
export type ActivityFilterGroupName = keyof typeof ACTIVITY_KINDS;

const KINDS = Object.keys(ACTIVITY_KINDS) as readonly ActivityFilterGroupName[];

/**
 * Returns two Postgres regular expressions for the action names in a group. `of` matches the names in the group; `without`
 * matches the names in all earlier groups, which must be excluded (null for the first group).
 */
export function activityPatterns(kind: ActivityFilterGroupName): {
  readonly of: string;
  readonly without: string | null;
} {
  const patternOf = (starts: readonly string[]): string =>
    `^(?:${starts.map((start) => start.replaceAll('.', '[.]')).join('|')})`;
  const earlier = KINDS.slice(0, KINDS.indexOf(kind)).flatMap((one) => ACTIVITY_KINDS[one]);
  return {
    of: patternOf(ACTIVITY_KINDS[kind]),
    without: earlier.length === 0 ? null : patternOf(earlier),
  };
}
