// Makes the files of a new action from the template of its service. The generated action works and has a test; the author
// replaces what it does.

import { ACCOUNT } from './account.ts';
import { BUILDER } from './builder.ts';
import { GENERATOR } from './generator.ts';
import { PUBLISHER } from './publisher.ts';
import type { ActionTemplate } from './sample.ts';
import { SURF } from './surf.ts';
import { WORLDS } from './worlds.ts';

/** Service, name and kind of the action to create. */
export interface NewAction {
  readonly service: string;
  /**
   * Name of the action, such as `builder.set_title`. It may begin with another name than the service's: `node.rename` belongs
   * to account.
   */
  readonly name: string;
  /** Key of the contract in its service's object, and name of the handler: `setTitle`. */
  readonly key: string;
  readonly kind: 'read' | 'add' | 'change';
}
/** Source text of the three files of a new action, before formatting. */
export interface ActionFiles {
  readonly contract: string;
  readonly handler: string;
  readonly test: string;
}

/** Services with a database schema, whose actions may change data. */
export const CHANGING_SERVICES: readonly string[] = ['account', 'builder', 'worlds'];
/** Services with a template for new actions. */
export const TEMPLATE_SERVICES: readonly string[] = [
  ...CHANGING_SERVICES,
  'generator',
  'publisher',
  'surf',
];
/** Templates for new actions of the services without a database schema. */
const READ_ONLY: Readonly<Record<string, ActionTemplate>> = {
  generator: GENERATOR,
  publisher: PUBLISHER,
  surf: SURF,
};

function sampleOf({ service, kind }: NewAction): ActionTemplate {
  const side = kind === 'read' ? 'read' : 'change';
  if (service === 'builder') return BUILDER[side];
  if (service === 'worlds') return WORLDS[side];
  return READ_ONLY[service] ?? ACCOUNT[side];
}

function contractOf(action: NewAction, sample: ActionTemplate): string {
  const { name, key, kind } = action;
  const from = (names: readonly string[], file: string): string =>
    names.length === 0 ? '' : `import { ${names.join(', ')} } from '../../${file}.ts';\n`;
  return `import { z } from 'zod';
${from(sample.common, 'common')}import { defineAction } from '../../define.ts';
${from(sample.input.includes('LIMITS') ? ['LIMITS'] : [], 'limits')}${from(sample.records, 'records')}
export const ${key} = defineAction({
  name: '${name}',
  kind: '${kind}',
  set: 'none',
  purpose: '${sample.effect.replace(' Likely', ` Scope ${name}. Likely`)}',
  input: z.strictObject({ ${sample.input} }),
  output: z.strictObject({ ${sample.output} }),
  errors: [${sample.errors}],
  example: { ${sample.example.replace('KEY', `${name.replace('.', '-')}-1`)} },
});
`;
}

/** Returns the source text of the three files of a new action. */
export function actionFiles(action: NewAction): ActionFiles {
  const { service, name, key, kind } = action;
  const sample = sampleOf(action);
  const object = service.toUpperCase();
  const named = (text: string): string => text.replaceAll('CONTRACT', `${object}.${key}`);
  const deps = `${service.charAt(0).toUpperCase()}${service.slice(1)}Deps`;
  // The handler of a read needs its contract only as a type, the handler of a change also as a value.
  const imported = kind === 'read' ? `type { ${object} }` : `{ ${object} }`;
  return {
    contract: contractOf(action, sample),
    handler: named(`import ${imported} from '@bridge/contracts';
import type { ServiceCallHandler } from '@bridge/bus';
${sample.imports}
import type { ${deps} } from '../deps.ts';

/** Answers \`${name}\`. */
export function ${key}${sample.handler}
`).replace(
      "import type { ServiceCallHandler } from '@bridge/bus';\nimport { accountOf }",
      'import { accountOf, type ServiceCallHandler }',
    ),
    test: named(`${sample.setup}\n\n${sample.test}\n`),
  };
}
