import { openOwnerTool, type OwnerLinkPurpose } from '@bridge/gateway';
import { optional, required, type CtlCommand } from '../command.ts';
import { withTool } from '../open-tool.ts';
import { firstLine } from '../terminal.ts';

/** For each purpose of a one-time link, a sentence that says what the person does with it. */
const LINK_USES: Readonly<Record<OwnerLinkPurpose, string>> = {
  sign_up: 'The person becomes an owner with it and chooses a password.',
  new_password: 'The owner chooses a new password with it, which signs all browsers out.',
};

/**
 * `ctl owner create`: creates an owner with a password. Without a password, prints a one-time link with which a person becomes
 * an owner, or an existing owner chooses a new password.
 */
export const ownerCreate: CtlCommand = {
  name: 'owner create',
  about:
    'Makes an owner; without a password it prints a one-time link, for an existing owner to a new password.',
  usage: '--email E [--name N] [--password-stdin]',
  options: {
    email: { type: 'string' },
    name: { type: 'string' },
    'password-stdin': { type: 'boolean' },
  },
  help: [
    ['--email E', 'address to sign in with'],
    ['--name N', 'name that members of Worlds see; with a password only'],
    ['--password-stdin', 'reads the password from the first line of standard input'],
  ],
  run: (given) =>
    withTool(given.settings, [], async ({ base, db }) => {
      const email = required(given, 'email');
      const tool = await openOwnerTool({ db, ids: base.ids, settings: base.settings });
      if (given.values['password-stdin'] !== true) {
        const { purpose, url, expires_at: expires } = await tool.ownerLink(email);
        return {
          json: { ok: true, link: url, purpose, expires_at: expires },
          text: `${url}\n${LINK_USES[purpose]} It works once, until ${expires}.`,
        };
      }
      const name = optional(given, 'name');
      const password = await firstLine();
      const owner = await tool.ownerCreate({
        email,
        password,
        ...(name === undefined ? {} : { name }),
      });
      return {
        json: { ok: true, owner: { email: owner.email, name: owner.name } },
        text: `${owner.email} can sign in at ${base.settings.BRIDGE_BASE_URL}/console.`,
      };
    }),
};
