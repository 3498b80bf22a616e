import type { ErrorEntry, NoDetails, OfWord } from './entry.ts';

const GET_A_KEY =
  'Ask the account owner for a key: the console of this service makes them under Keys.';

/** Status 401 to 403: the caller may not do this, or not with this key. */
export const ACCESS_ERRORS = {
  key_missing: {
    status: 401,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (_: NoDetails) => 'The request carries no agent key.',
    hint: `Send "Authorization: Bearer ak_<KEY>". ${GET_A_KEY}`,
  },
  key_malformed: {
    status: 401,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (d: { cause?: 'scheme' }) =>
      d.cause === 'scheme'
        ? 'The Authorization header holds a key without the scheme Bearer.'
        : 'The agent key is not well formed; its checksum does not match.',
    hint: (d: { cause?: 'scheme' }) =>
      d.cause === 'scheme'
        ? 'Send "Authorization: Bearer ak_<KEY>", or the key alone as "X-Service-Agent-Key: ak_<KEY>".'
        : 'Copy the whole key again: ak_ and 49 letters and digits.',
  },
  key_invalid: {
    status: 401,
    outcome: 'not_applied',
    retry: 'never',
    message: (_: NoDetails) => 'The agent key is not known.',
    hint: GET_A_KEY,
  },
  key_revoked: {
    status: 401,
    outcome: 'not_applied',
    retry: 'never',
    message: (_: NoDetails) => 'The agent key was revoked by its owner.',
    hint: GET_A_KEY,
  },
  key_expired: {
    status: 401,
    outcome: 'not_applied',
    retry: 'never',
    message: (_: NoDetails) => 'The agent key has expired.',
    hint: GET_A_KEY,
  },
  credits_exhausted: {
    status: 402,
    outcome: 'not_applied',
    retry: 'never',
    message: (_: NoDetails) => 'The account has no credits left for this paid action.',
    hint: 'The owner can add credits; actions on your own HTML cost nothing and go on working.',
  },
  insufficient_scope: {
    status: 403,
    outcome: 'not_applied',
    retry: 'never',
    message: (d: { required_scope: string }) => `The key lacks the scope ${d.required_scope}.`,
    hint: (d: { required_scope: string }) =>
      `The owner can make a key with the scope ${d.required_scope} in the console.`,
  },
  world_forbidden: {
    status: 403,
    outcome: 'not_applied',
    retry: 'never',
    message: (d: OfWord) => `The account may not create, attach or publish in World ${d.word}.`,
    hint: 'Use a World of worlds_list, or ask its founder to make the owner a contributor.',
  },
  key_world_not_allowed: {
    status: 403,
    outcome: 'not_applied',
    retry: 'never',
    message: (d: OfWord) => `The key is limited to other Worlds than ${d.word}.`,
    hint: 'Use a World of worlds_list, or ask the owner for a key that includes this one.',
  },
  origin_forbidden: {
    status: 403,
    outcome: 'not_applied',
    retry: 'never',
    message: (_: NoDetails) =>
      'The request comes from an Origin, site or Host that is not allowed here.',
    hint: 'Send the request to the configured address, without an Origin header or with the service’s own.',
  },
  session_required: {
    status: 403,
    outcome: 'not_applied',
    retry: 'never',
    message: (_: NoDetails) =>
      'This address is for the signed-in owner only; an agent key cannot use it.',
    hint: 'Sign in at the console. Keys are made, listed and revoked there, never by a key.',
  },
} as const satisfies Record<string, ErrorEntry>;
