/**
 * The allowed dependencies between projects and packages, for `@nx/enforce-module-boundaries`. A project's tags are in its
 * package.json; third-party packages are declared only in the root package.json.
 */

/**
 * Project types that a project of each type may import.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const PROJECTS = {
  'type:contracts': [],
  'type:kernel': ['type:contracts'],
  'type:driver': ['type:kernel', 'type:contracts'],
  // Of the projects of this type, only the archive library imports drivers.
  'type:tool': ['scope:search', 'scope:blobs', 'type:kernel', 'type:contracts'],
  'type:service': ['type:tool', 'type:driver', 'type:kernel', 'type:contracts'],
  'type:app': ['type:service', 'type:tool', 'type:driver', 'type:kernel', 'type:contracts'],
};

/**
 * Third-party packages that a project may import, by its tags.
 * @type {readonly (readonly [tags: readonly string[], packages: readonly string[]])[]}
 */
const PACKAGES = [
  [['type:contracts'], ['zod']],
  [['type:kernel'], ['zod', 'pino', 'prom-client', '@opentelemetry/*']],
  [
    ['type:driver', 'scope:bus'],
    ['zod', 'nats'],
  ],
  [
    ['type:driver', 'scope:db'],
    ['zod', 'pg', 'kysely', 'kysely/*'],
  ],
  [
    ['type:driver', 'scope:blobs'],
    ['zod', 'minio', 'minio/*'],
  ],
  [
    ['type:driver', 'scope:search'],
    ['zod', 'meilisearch'],
  ],
  [
    ['type:tool', 'scope:archive'],
    ['zod', 'entities', 'sax'],
  ],
  [
    ['type:tool', 'scope:web'],
    ['fresh', 'lru-cache', 'negotiator'],
  ],
  [['type:tool', 'scope:outbound'], []],
  [
    ['type:tool', 'scope:documents'],
    ['fflate', 'marked'],
  ],
  [
    ['type:service', 'scope:gateway'],
    [
      'zod',
      'find-my-way',
      'lru-cache',
      '@modelcontextprotocol/sdk/*',
      'better-auth',
      'better-auth/*',
    ],
  ],
  [
    ['type:service', 'scope:sites'],
    ['zod', 'lru-cache'],
  ],
  [
    ['type:service', 'scope:publisher'],
    ['zod', 'parse5', 'css-tree/*', 'acorn', 'es-module-lexer', 'fflate', 'lru-cache', 'p-limit'],
  ],
  [
    ['type:service', 'scope:account'],
    ['zod', 'standardwebhooks'],
  ],
  [['type:service', 'scope:generator'], ['zod']],
  [['type:service', 'scope:worlds'], ['zod']],
  [
    ['type:service', 'scope:builder'],
    ['zod', 'entities'],
  ],
  [['type:service', 'scope:surf'], ['zod']],
  ...[
    'account',
    'bridge',
    'builder',
    'ctl',
    'gateway',
    'generator',
    'publisher',
    'sites',
    'surf',
    'worlds',
  ].map((app) => /** @type {const} */ ([['type:app', `scope:${app}`], []])),
  [
    ['type:app', 'scope:console'],
    [
      'react',
      'react/*',
      'react-dom',
      'react-dom/*',
      '@tanstack/react-query',
      '@codemirror/*',
      '@lezer/highlight',
      'diff',
      'uqr',
      'vite',
      'vite/*',
    ],
  ],
];

/** Packages that test files may import in addition. */
const TEST_PACKAGES = [
  'vitest',
  'vitest/*',
  'fast-check',
  'ajv',
  'ajv/*',
  'ajv-formats',
  '@seriousme/openapi-schema-validator',
  'yauzl',
  'playwright-core',
  '@modelcontextprotocol/*',
];

/**
 * Returns the options of the lint rule, for test files or for product files.
 * @param {{ tests: boolean }} kind
 */
export function boundaries({ tests }) {
  return {
    allow: [],
    banTransitiveDependencies: true,
    // A package or library may be imported both dynamically and statically.
    checkDynamicDependenciesExceptions: ['.*'],
    // The tests of a library import `testing`, which imports the library. This circle exists only in tests.
    ignoredCircularDependencies: [['*', '@bridge/testing']],
    depConstraints: [
      ...Object.entries(PROJECTS).map(([sourceTag, targets]) => ({
        sourceTag,
        onlyDependOnLibsWithTags: tests ? [...targets, 'type:testing'] : targets,
      })),
      ...PACKAGES.map(([tags, packages]) => ({
        ...(tags.length === 1 ? { sourceTag: tags[0] } : { allSourceTags: tags }),
        allowedExternalImports: tests ? [...packages, ...TEST_PACKAGES] : packages,
      })),
      { sourceTag: 'type:testing', onlyDependOnLibsWithTags: ['*'] },
      { sourceTag: 'type:scripts', onlyDependOnLibsWithTags: ['*'] },
    ],
  };
}
