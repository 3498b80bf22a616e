import { Validator } from '@seriousme/openapi-schema-validator';
import { ACTIONS, ERRORS, isErrorCode, PUBLIC_PATHS } from '@bridge/contracts';
import { BridgeError, describeError } from '@bridge/kernel';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { openapiDocument } from './openapi.ts';
import { ERROR_EXAMPLES } from './reference/error-examples.ts';

const document = openapiDocument({ base: 'https://bridge.example' });

describe('the OpenAPI document', () => {
  // Verifies: documents.openapi.
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

  // Verifies: documents.openapi.
  it('takes the example of every action, and refuses what the service refuses', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'openapi', ...document });
    for (const { name, example } of ACTIONS) {
      const pointer = `openapi#/components/schemas/${name.replace('.', '_')}_call`;
      const validate = ajv.getSchema(pointer);
      if (validate === undefined) expect.fail(`no schema of ${name}`);
      expect(validate({ action: name, payload: example }), name).toBe(true);
      expect(validate({ action: name, payload: { ...example, surprise: 1 } }), name).toBe(false);
      expect(validate({ action: name, payload: example, surprise: 1 }), name).toBe(false);
    }
  });

  it('takes the error object of every code, and refuses it with details of another type', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'openapi', ...document });
    const validate = ajv.getSchema('openapi#/components/schemas/Error');
    if (validate === undefined) expect.fail('no schema of errors');
    const links = { errorsUrl: 'https://bridge.example/docs/errors' };
    for (const code of Object.keys(ERRORS).filter(isErrorCode)) {
      const error = describeError(new BridgeError(code, ERROR_EXAMPLES[code]), links, 'req_1');
      const body = { ok: false, error, request_id: 'req_1' };
      expect(validate(body), `${code}: ${JSON.stringify(validate.errors)}`).toBe(true);
      for (const name of Object.keys(error.details)) {
        const wrong = { ...error, details: { ...error.details, [name]: null } };
        expect(validate({ ...body, error: wrong }), `${code}.${name}`).toBe(false);
      }
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
        `${PUBLIC_PATHS.bridge}/pages/{page_id}/check`,
      ].sort(),
    );
  });
});
