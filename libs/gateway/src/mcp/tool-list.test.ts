import { hash } from 'node:crypto';
import { TOOL_ACTIONS } from '@bridge/contracts';
import { ListToolsResultSchema, type Tool } from '@modelcontextprotocol/sdk/types.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { initializeTexts } from './initialize.ts';
import { makeToolList } from './tool-list.ts';

const list = makeToolList();
const text = list.textFor('2025-11-25');
const { tools } = JSON.parse(text) as { tools: Tool[] };
/** Maximum length of a function's description in OpenAI's API. */
const DESCRIPTION_CHARS_MAX = 1_024;
/** Number of bytes after which Claude Code cuts the instructions of a server. */
const INSTRUCTIONS_BYTES_MAX = 2_048;
/** Maximum size of the parts that a client shows to a model (names, descriptions, input schemas): about 4,000 tokens. */
const INPUT_LIST_BYTES_MAX = 16_384;
const READ = ['worlds_list', 'builder_list', 'builder_get', 'surf_search'];
const CHANGE = ['builder_patch', 'builder_attach', 'builder_clear', 'builder_publish'];

describe('the tool list', () => {
  // Verifies: tools.promised-list.
  it('is exactly the list that clients were promised (the golden file)', async () => {
    await expect(`${JSON.stringify({ tools }, null, 2)}\n`).toMatchFileSnapshot(
      './fixtures/tools-list.json',
    );
  });

  // Verifies: tools.same-list.
  it('is the same text every time, under the digest that the manifest shows', () => {
    expect(makeToolList().textFor('2025-11-25')).toBe(text);
    expect(list.textFor('2025-06-18')).toBe(text);
    expect(list.sha256).toBe(hash('sha256', text));
  });

  it('is ASCII whatever the texts hold: one other character would double its time and memory', () => {
    expect(TOOL_ACTIONS.some(({ purpose }) => /[^\0-\x7f]/.test(purpose))).toBe(true);
    expect(text).not.toMatch(/[^\0-\x7f]/);
    expect(tools.map(({ description }) => description)).toEqual(
      TOOL_ACTIONS.map(({ purpose }) => purpose),
    );
  });

  it('goes without output schemas at 2025-03-26, which has no structured results to hold against them', () => {
    const old = JSON.parse(list.textFor('2025-03-26')) as { tools: Tool[] };
    expect(old.tools).toEqual(
      tools.map((tool) => {
        const { outputSchema, ...rest } = tool;
        expect(outputSchema).toBeDefined();
        return rest;
      }),
    );
  });

  it('has names of the ten tools, safe for every client, in a fixed order', () => {
    expect(tools.map((tool) => tool.name)).toEqual(TOOL_ACTIONS.map((action) => action.tool));
    for (const { name } of tools) expect(name).toMatch(/^[a-z_]{1,64}$/);
    expect(new Set(tools.map((tool) => tool.name)).size).toBe(10);
  });

  it('gives all four hints of each tool', () => {
    for (const { name, annotations } of tools) {
      expect(annotations).toMatchObject({
        readOnlyHint: READ.includes(name),
        destructiveHint: CHANGE.includes(name),
        idempotentHint: true,
        openWorldHint: true,
      });
    }
  });

  it('refuses unknown properties in every input, and takes an idempotency key for every change', () => {
    for (const { name, inputSchema } of tools) {
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      const keyed = inputSchema.required?.includes('idempotency_key') ?? false;
      expect(keyed).toBe(!READ.includes(name));
    }
    expect(tools[0]?.inputSchema).toEqual({
      type: 'object',
      properties: {},
      additionalProperties: false,
    });
  });

  it('carries schemas that are valid JSON Schema 2020-12 with an object at the root', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const { inputSchema, outputSchema } of tools) {
      expect(ajv.validateSchema(inputSchema)).toBe(true);
      expect(ajv.validateSchema(outputSchema ?? {})).toBe(true);
      expect(outputSchema?.type).toBe('object');
      expect(JSON.stringify([inputSchema, outputSchema])).not.toMatch(/9007199254740991|draft-07/);
    }
  });

  it('holds the limits of the contract', () => {
    const inputs = Object.fromEntries(tools.map((tool) => [tool.name, tool.inputSchema]));
    expect(inputs).toMatchObject({
      builder_list: {
        properties: {
          limit: { type: 'integer', minimum: 1, maximum: 100, default: 30 },
          after_id: { type: 'integer', minimum: 0, default: 0 },
        },
      },
      builder_create: {
        required: ['title', 'word', 'idempotency_key'],
        properties: {
          title: { minLength: 1, maxLength: 120 },
          raw_html: { maxLength: 5_242_880 },
          idempotency_key: { pattern: '^[A-Za-z0-9._:-]{8,128}$' },
        },
      },
      builder_patch: {
        required: ['page_id', 'expected_revision', 'idempotency_key', 'patch_ops'],
        properties: {
          page_id: { minimum: 1 },
          expected_revision: { minimum: 1 },
          patch_ops: {
            minItems: 1,
            maxItems: 50,
            items: {
              required: ['op', 'old', 'new'],
              additionalProperties: false,
              properties: {
                op: { type: 'string', enum: ['replace_text'] },
                old: { minLength: 1, maxLength: 5_242_880 },
                new: { maxLength: 5_242_880 },
              },
            },
          },
        },
      },
      surf_search: {
        properties: {
          query: { minLength: 1, maxLength: 300 },
          limit: { minimum: 1, maximum: 50, default: 12 },
        },
      },
    });
  });

  // Verifies: tools.descriptions.
  it('says what an agent must know before it acts', () => {
    const texts = new Map(
      tools.map((tool) => [tool.name, `${tool.description} ${JSON.stringify(tool.inputSchema)}`]),
    );
    const needed: readonly (readonly [tool: string, ...facts: RegExp[]])[] = [
      // The description or input schema of each tool must state what makes a website portable.
      [
        'builder_create',
        /one complete document/,
        /styles and scripts inside/,
        /as data: addresses/,
      ],
      ['builder_publish', /portable/, /nothing is loaded from elsewhere/],
      ['surf_search', /links: their bytes are not delivered/],
      // The description or input schema of each tool must state which `draft_revision` the next change has to send.
      ['builder_create', /draft_revision.*without a read in between/],
      ['builder_patch', /draft_revision.*without a read in between/],
      // The description or input schema of the tool must state how several operations of one patch match the draft.
      ['builder_patch', /exactly once in the stored draft/, /in order, each on the text/],
      // The description or input schema of each tool must state how an empty draft is filled.
      ['builder_patch', /empty_draft/, /PUT \/api\/agent-bridge\/pages\/\{page_id\}\/raw/],
      ['builder_clear', /PUT \/api\/agent-bridge\/pages\/\{page_id\}\/raw/],
      // The description or input schema of each tool must state which keys share idempotency keys, and when one is used up.
      ...tools
        .filter((tool) => !READ.includes(tool.name))
        .map(
          (tool) => [tool.name, /refused call leaves it free/, /keys of an account share/] as const,
        ),
    ];
    for (const [tool, ...facts] of needed)
      for (const fact of facts) expect(texts.get(tool), tool).toMatch(fact);
  });

  // Verifies: tools.descriptions.
  it('stays within what clients pass on to a model', () => {
    for (const { name, description } of tools)
      expect(description?.length, name).toBeLessThanOrEqual(DESCRIPTION_CHARS_MAX);
    const texts = Object.values(initializeTexts('http://localhost:4000'));
    for (const text of texts) {
      const { instructions } = JSON.parse(text) as { readonly instructions: string };
      expect(Buffer.byteLength(instructions)).toBeLessThanOrEqual(INSTRUCTIONS_BYTES_MAX);
    }
    const inputs = tools.map((tool) => ({ ...tool, outputSchema: undefined }));
    expect(Buffer.byteLength(JSON.stringify(inputs))).toBeLessThanOrEqual(INPUT_LIST_BYTES_MAX);
  });

  it('is accepted by the schema of the official SDK', () => {
    expect(ListToolsResultSchema.parse({ tools }).tools).toHaveLength(10);
  });

  it('holds no invisible character and nothing that any user wrote', () => {
    // Control, zero-width, bidi and tag characters could hide text from the person who approves a tool.
    expect(text).not.toMatch(
      /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u,
    );
  });
});
