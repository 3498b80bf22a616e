import { z } from 'zod';
import { defineErrors, OF_PAGE, OF_WORD, when } from './entry.ts';

const GET_A_KEY =
  'Ask the account owner for a key: owners create keys in the console of this service, under Keys.';

/** Errors with status 401 to 403: credentials are missing or invalid, or the caller lacks the right. */
export const ACCESS_ERRORS = defineErrors({
  key_missing: {
    status: 401,
    retry: 'fix_input',
    details: {},
    message: () => 'The request carries no agent key.',
    hint: `Send "Authorization: Bearer ak_<KEY>". ${GET_A_KEY}`,
  },
  key_malformed: {
    status: 401,
    retry: 'fix_input',
    details: {
      cause: when(
        'Authorization contains a key without the scheme Bearer',
        z.enum(['scheme']).describe('What is wrong.'),
      ),
    },
    message: (d) =>
      d.cause === 'scheme'
        ? 'The Authorization header contains a key without the scheme Bearer.'
        : 'The agent key is not well formed; its checksum does not match.',
    hint: (d) =>
      d.cause === 'scheme'
        ? 'Send "Authorization: Bearer ak_<KEY>", or the key alone as "X-Service-Agent-Key: ak_<KEY>".'
        : 'Copy the whole key again: ak_ and 49 letters and digits.',
  },
  key_invalid: {
    status: 401,
    retry: 'never',
    details: {},
    message: () => 'The agent key is not known.',
    hint: GET_A_KEY,
  },
  key_revoked: {
    status: 401,
    retry: 'never',
    details: {},
    message: () => 'The agent key was revoked by its owner.',
    hint: GET_A_KEY,
  },
  key_expired: {
    status: 401,
    retry: 'never',
    details: {},
    message: () => 'The agent key has expired.',
    hint: GET_A_KEY,
  },
  credits_exhausted: {
    status: 402,
    retry: 'never',
    details: {},
    message: () => 'The account has no credits left for this paid action.',
    hint: 'Ask the owner for credits, which the operator of this service grants. Actions on your own HTML cost nothing.',
  },
  insufficient_scope: {
    status: 403,
    retry: 'never',
    details: { required_scope: z.string().describe('The scope that the action requires.') },
    message: (d) => `The key lacks the scope ${d.required_scope}.`,
    hint: (d) => `The owner can create a key with the scope ${d.required_scope} in the console.`,
  },
  world_forbidden: {
    status: 403,
    retry: 'never',
    details: OF_WORD,
    message: (d) => `The account may not create, attach or publish in World ${d.word}.`,
    hint: 'Use a World of worlds_list, or ask its founder to make the owner a contributor.',
  },
  key_world_not_allowed: {
    status: 403,
    retry: 'never',
    details: OF_WORD,
    message: (d) => `The key is limited to other Worlds than ${d.word}.`,
    hint: 'Use a World of worlds_list, or ask the owner for a key that includes this one.',
  },
  visibility_locked_by_owner: {
    status: 403,
    retry: 'never',
    details: OF_PAGE,
    message: (d) => `The owner made website ${d.page_id} private; an agent cannot undo that.`,
    hint: 'Ask the owner to make the website unlisted or public in the console.',
  },
  origin_forbidden: {
    status: 403,
    retry: 'never',
    details: {},
    message: () => 'The request comes from an Origin, site or Host that is not allowed here.',
    hint: 'Send the request to the configured address, without an Origin header or with the service’s own.',
  },
  session_required: {
    status: 403,
    retry: 'never',
    details: {},
    message: () => 'This address is for the signed-in owner only; an agent key cannot use it.',
    hint: 'Sign in at the console. Keys are created, listed and revoked there, never by a key.',
  },
});
