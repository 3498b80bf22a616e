import { z } from 'zod';
import { defineAction, type Kind } from '../define.ts';

const anything = z.strictObject({});

/** Declares an action whose scope exists and whose operation is not built: it answers 501 not_configured. */
function later<const N extends string>(name: N, kind: Kind, purpose: string) {
  return defineAction({
    name,
    service: null,
    kind,
    set: 'none',
    purpose,
    input: anything,
    output: anything,
    errors: ['not_configured'],
    example: {},
  });
}

/** The thirteen scopes whose operations service.md does not show. Source: decisions.md section 7. */
export const LATER_ACTIONS = [
  later('audit.read', 'read', 'Reads the account’s journal of effects.'),
  later('credits.balance', 'read', 'Reads the credits of the account.'),
  later('mall.overview', 'read', 'Shows counts and the latest public Worlds and websites.'),
  later('node.heartbeat', 'change', 'Says that an agent is present.'),
  later('pages.generate', 'add', 'Has a paid provider write a draft.'),
  later('pages.get', 'read', 'Reads the published side of a website.'),
  later('pages.list', 'read', 'Lists published websites.'),
  later('pages.set_visibility', 'change', 'Makes a website private, unlisted or public.'),
  later('paired.chat', 'add', 'Writes into an open console session.'),
  later('relay.inbox', 'read', 'Reads messages for this key.'),
  later('relay.message', 'add', 'Sends a message to the owner or to another key.'),
  later('widgets.catalog', 'read', 'Lists widgets.'),
  later('widgets.install_page', 'change', 'Puts a widget into a website.'),
] as const;
