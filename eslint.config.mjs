import devkit from '@nx/devkit';
import nx from '@nx/eslint-plugin';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { boundaries } from './scripts/lint/boundaries.mjs';
import {
  EFFECTS,
  ENVIRONMENT,
  FILES,
  FORMS,
  HELD,
  house,
  MARKUP,
  restrict,
  SLEEPS,
  TERMINAL,
  THROWS,
} from './scripts/lint/house-rules.mjs';

// The dependency rule reads Nx's project graph and would pass everything, with a mere warning, where
// there is none yet (eslint started by hand or by an editor in a fresh clone): so make it.
try {
  devkit.readCachedProjectGraph();
} catch {
  await devkit.createProjectGraphAsync();
}

const CODE = ['**/*.ts', '**/*.tsx'];
/** Tests, and the suites that several drivers share. */
const TESTS = [
  '**/*.test.ts',
  '**/*.test.tsx',
  '**/*.fixture.ts',
  '**/conformance.ts',
  '**/*.conformance.ts',
];
/** Folders whose code never runs inside the product. */
const BESIDE = ['libs/testing/**/*.ts', 'e2e/**/*.ts', 'bench/**/*.ts', 'scripts/**/*.ts'];
const KERNEL = ['libs/kernel/src/**/*.ts'];

/** A function that is read at once; lines that hold nothing or a comment do not count. */
const FUNCTION_LINES = { max: 60, skipBlankLines: true, skipComments: true };

/** Of ESLint's own rules those that the type checker does not make needless. */
const CORE = {
  eqeqeq: 'error',
  'no-async-promise-executor': 'error',
  'no-cond-assign': 'error',
  'no-constant-binary-expression': 'error',
  'no-empty': 'error',
  'no-loss-of-precision': 'error',
  'no-misleading-character-class': 'error',
  'no-self-compare': 'error',
  'no-unreachable-loop': 'error',
  'no-unsafe-finally': 'error',
  'no-useless-catch': 'error',
  'no-useless-escape': 'error',
  'no-var': 'error',
  'prefer-const': 'error',
};

export default defineConfig(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '**/fixtures/**',
      '.cache/**',
      '.nx/**',
      'data/**',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },

  // Every TypeScript file.
  {
    files: CODE,
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    plugins: { '@nx': nx, house },
    rules: {
      '@nx/enforce-module-boundaries': ['error', boundaries({ tests: false })],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // An interface promises a Promise even where one driver has nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // Parts here are plain objects of closures: there is no `this` to lose.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'max-lines': ['warn', { max: 200 }],
      'house/max-lines': ['error', { max: 400 }],
      'house/reasoned-casts': 'error',
      'max-lines-per-function': ['error', FUNCTION_LINES],
      'no-console': 'error',
      ...CORE,
      ...restrict(EFFECTS, ENVIRONMENT, TERMINAL, FORMS, FILES),
    },
  },

  // Libs: each exported name is described, each failure is in the catalogue.
  {
    files: ['libs/*/src/**/*.ts'],
    rules: {
      'house/documented-exports': 'error',
      ...restrict(EFFECTS, ENVIRONMENT, TERMINAL, FORMS, FILES, THROWS),
    },
  },
  {
    files: ['libs/contracts/src/**/*.ts'],
    rules: restrict(EFFECTS, ENVIRONMENT, TERMINAL, FORMS),
  },
  {
    files: ['libs/*/src/actions/**/*.ts'],
    ignores: TESTS,
    rules: { 'max-lines-per-function': ['error', { ...FUNCTION_LINES, max: 50 }] },
  },

  // What serves requests of others: nothing acquired may outlive its request.
  {
    files: ['libs/{gateway,sites,bus}/src/**/*.ts'],
    ignores: TESTS,
    rules: restrict(EFFECTS, ENVIRONMENT, TERMINAL, FORMS, FILES, THROWS, HELD),
  },

  // The kernel is where the effects live.
  { files: KERNEL, rules: { 'no-console': 'off', ...restrict(FORMS) } },

  // The terminal of an app: words for a person, and the arguments they typed.
  { files: ['apps/*/src/main.ts'], rules: restrict(EFFECTS, FORMS, FILES, TERMINAL) },
  { files: ['**/terminal.ts'], rules: restrict(EFFECTS, ENVIRONMENT, FORMS, FILES) },

  // The console: user HTML is never parsed in its document, and a feature knows no other feature.
  {
    files: ['apps/console/src/**/*.{ts,tsx}'],
    rules: restrict(EFFECTS, ENVIRONMENT, TERMINAL, FORMS, FILES, MARKUP),
  },
  {
    files: ['apps/console/src/*/**/*.{ts,tsx}'],
    ignores: TESTS,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^\\.\\./(?!(?:ui|api|text|code-view)/)',
              message:
                'A folder of the console imports ui, api, text, code-view and no other feature.',
            },
          ],
        },
      ],
    },
  },

  // What runs beside the product.
  { files: BESIDE, rules: { 'no-console': 'off', ...restrict(FORMS) } },
  {
    files: TESTS,
    rules: {
      '@nx/enforce-module-boundaries': ['error', boundaries({ tests: true })],
      // A reply under test is looked at member by member: its type is what the test is about.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      'house/documented-exports': 'off',
      'max-lines': 'off',
      'house/max-lines': ['error', { max: 600 }],
      'max-lines-per-function': 'off',
      'no-console': 'off',
      ...restrict(FORMS, SLEEPS),
    },
  },
  {
    files: ['e2e/**/*.ts', 'bench/**/*.ts', 'libs/testing/**/*.ts'],
    rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' },
  },

  // In no TypeScript project, because a lib that imports the test runner would ship it.
  {
    files: ['**/{vitest,vite}.config.ts'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: { '@nx/enforce-module-boundaries': 'off', ...restrict(FORMS) },
  },

  // The scripts that run on the machine's own Node; undefined names are the type checker's to find.
  { files: ['**/*.mjs'], rules: { ...CORE, 'no-unused-vars': 'error' } },

  {
    files: [...CODE, '**/*.mjs'],
    ignores: ['scripts/lint/retired-words.mjs'],
    plugins: { house },
    rules: { 'house/documented-types': 'error', 'house/retired-words': 'error' },
  },
);
