import { z } from 'zod';
import { defineErrors, OF_PAGE, OF_WORD, SAME_KEY, waitOf, when } from './entry.ts';

/** Errors with status 404 to 415: not found, changed since it was read, or a wrong method, size or media type. */
export const ADDRESS_ERRORS = defineErrors({
  page_not_found: {
    status: 404,
    retry: 'fix_input',
    details: OF_PAGE,
    message: (d) => `There is no website ${d.page_id} for this key.`,
    hint: 'builder_list gives the websites this key can see.',
  },
  world_not_found: {
    status: 404,
    retry: 'fix_input',
    details: OF_WORD,
    message: (d) => `There is no World ${d.word}.`,
    hint: 'worlds_list gives the Worlds you can use; worlds_found claims a new one.',
  },
  snapshot_not_found: {
    status: 404,
    retry: 'fix_input',
    details: {},
    message: () => 'There is no such snapshot.',
    hint: 'builder_get names the current snapshot of a website.',
  },
  widget_not_found: {
    status: 404,
    retry: 'fix_input',
    details: {
      widget_id: z.string().describe('The widget of the call.'),
      version: when('the call named one', z.string().describe('The version of the call.')),
    },
    message: (d) =>
      d.version === undefined
        ? `There is no widget ${d.widget_id}.`
        : `There is no widget ${d.widget_id} in version ${d.version}.`,
    hint: 'widgets.catalog lists the widgets with their newest versions.',
  },
  recipient_not_found: {
    status: 404,
    retry: 'fix_input',
    details: { to: z.string().describe('The recipient of the call.') },
    message: (d) => `${d.to} receives no messages of this account.`,
    hint: 'Write to owner, or to key:<key_id> of an active key of the account with the scope relay.inbox.',
  },
  no_paired_session: {
    status: 404,
    retry: 'fix_input',
    details: {},
    message: () => 'No open console session is paired with this key.',
    hint: 'Ask the owner to open the console and pair.',
  },
  not_found: {
    status: 404,
    retry: 'fix_input',
    details: {},
    message: () => 'There is nothing at this address.',
    hint: 'Read /llms.txt for agents, /docs for people, /api/agent-bridge/openapi.json and /api/agent-bridge for programs.',
  },
  method_not_allowed: {
    status: 405,
    retry: 'fix_input',
    details: { allow: z.string().describe('The methods that work, as in the Allow header.') },
    message: (d) => `Only ${d.allow} works at this address.`,
    hint: 'Send the method that the Allow header names.',
  },
  not_acceptable: {
    status: 406,
    retry: 'fix_input',
    details: {},
    message: () => 'The Accept header excludes JSON, the only form of answer here.',
    hint: 'Send "Accept: application/json, text/event-stream" or leave the header out.',
  },
  request_timeout: {
    status: 408,
    retry: 'same_key',
    details: {},
    message: () => 'The request was not received completely in time.',
    hint: SAME_KEY,
  },
  revision_conflict: {
    status: 409,
    retry: 'after_reconcile',
    details: {
      ...OF_PAGE,
      expected_revision: z.int().describe('The revision that the call expected.'),
      current_revision: z.int().describe('The draft_revision of the website now.'),
      what: when(
        'the unsaved edits of the browser editor have moved on; both numbers are then their seq',
        z.literal('unsaved_edits').describe('The thing that was changed meanwhile.'),
      ),
    },
    message: (d) =>
      d.what === undefined
        ? `Page ${d.page_id} is at revision ${d.current_revision}, not ${d.expected_revision}.`
        : `The unsaved edits of page ${d.page_id} are at ${d.current_revision}, not ${d.expected_revision}.`,
    hint: (d) =>
      d.what === undefined
        ? `Call builder_get, redo the change on revision ${d.current_revision}, and send it with a new idempotency_key.`
        : 'Read the unsaved edits again and merge yours into them: another window has changed them.',
  },
  word_unavailable: {
    status: 409,
    retry: 'fix_input',
    details: {
      ...OF_WORD,
      reason: z
        .enum(['owned', 'yours', 'reserved'])
        .describe(
          'Why: another account has founded it, this account has founded it, or it is reserved.',
        ),
    },
    message: (d) =>
      d.reason === 'yours'
        ? `The account has founded the World ${d.word} already.`
        : `The word ${d.word} is ${d.reason}.`,
    hint: (d) =>
      d.reason === 'yours'
        ? 'Use it: builder_create creates a website in it.'
        : 'Choose another word.',
  },
  idempotency_in_progress: {
    status: 409,
    retry: 'after_seconds',
    details: {},
    message: () => 'A call with this idempotency_key is still running.',
    hint: (d) => `Wait ${waitOf(d)}, then send the same call with the same idempotency_key.`,
  },
  gone: {
    status: 410,
    retry: 'never',
    details: {},
    message: () => 'The content of this address was removed permanently.',
    hint: 'Do not request it again.',
  },
  payload_too_large: {
    status: 413,
    retry: 'fix_input',
    details: { bytes_max: z.int().describe('Largest accepted size in bytes.') },
    message: (d) => `The request body is larger than ${d.bytes_max} bytes.`,
    hint: 'Send text as UTF-8 instead of \\u escapes, or split a patch into several calls.',
  },
  unsupported_media_type: {
    status: 415,
    retry: 'fix_input',
    details: { media_type: z.string().describe('The media type that is accepted here.') },
    message: (d) => `The body must be ${d.media_type}, UTF-8, without a content encoding.`,
    hint: (d) =>
      `Send "Content-Type: ${d.media_type}${d.media_type === 'text/html' ? '; charset=utf-8' : ''}" and no Content-Encoding.`,
  },
});
