import { Validator } from '@seriousme/openapi-schema-validator';
import { ACTIONS, PUBLIC_PATHS } from '@bridge/contracts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { openapiDocument } from './openapi.ts';

const document = openapiDocument({ base: 'https://bridge.example' });
const built = ACTIONS.filter(({ service }) => service !== null);

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(document).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: 'https://bridge.example' }],
    });
  });

  it('is not taken for valid by a validator that accepts everything', async () => {
    const broken = { ...document, paths: { [PUBLIC_PATHS.act]: { post: { responses: 7 } } } };
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  it('takes the example of every action, and refuses what the service refuses', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'openapi', ...document });
    for (const { name, example } of built) {
      const pointer = `openapi#/components/schemas/${name.replace('.', '_')}_call`;
      const validate = ajv.getSchema(pointer);
      if (validate === undefined) expect.fail(`no schema of ${name}`);
      expect(validate({ action: name, payload: example }), name).toBe(true);
      expect(validate({ action: name, payload: { ...example, surprise: 1 } }), name).toBe(false);
      expect(validate({ action: name, payload: example, surprise: 1 }), name).toBe(false);
    }
  });

  it('describes every route for agent keys', () => {
    expect(Object.keys(document['paths'] as object).sort()).toEqual(
      [
        PUBLIC_PATHS.bridge,
        PUBLIC_PATHS.manifest,
        PUBLIC_PATHS.actions,
        `${PUBLIC_PATHS.actions}/{action}`,
        PUBLIC_PATHS.act,
        PUBLIC_PATHS.whoami,
        `${PUBLIC_PATHS.bridge}/pages/{page_id}/raw`,
      ].sort(),
    );
  });
});
