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
  UNSCOPED,
  house,
  MARKUP,
  restrict,
  SLEEPS,
  TERMINAL,
  THROWS,
} from './scripts/lint/house-rules.mjs';

// Makes the project graph of Nx if it does not exist yet, as in a fresh clone. Without it the rule
// @nx/enforce-module-boundaries only prints a warning and allows every import.
try {
  devkit.readCachedProjectGraph();
} catch {
  await devkit.createProjectGraphAsync();
}

const CODE = ['**/*.ts', '**/*.tsx'];
/** Test files, and test suites that every implementation of an interface runs. */
const TESTS = [
  '**/*.test.ts',
  '**/*.test.tsx',
  '**/*.fixture.ts',
  '**/conformance.ts',
  '**/*.conformance.ts',
];
/** Folders of test and development code, which is not part of the product. */
const DEVELOPMENT = ['libs/testing/**/*.ts', 'e2e/**/*.ts', 'bench/**/*.ts', 'scripts/**/*.ts'];
const KERNEL = ['libs/kernel/src/**/*.ts'];

/** Maximum length of a function; blank lines and comments do not count. */
const FUNCTION_LINES = { max: 60, skipBlankLines: true, skipComments: true };

/** The rules of ESLint itself that find faults which the type checker does not find. */
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
      // An implementation of an asynchronous interface may have nothing to await.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // Objects here consist of closures that do not use `this`, so methods may be passed unbound.
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

  // Libs: each export has a doc comment, and only errors of the catalogue are thrown.
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

  // Libs that serve requests: what a request acquires must be released when the request ends.
  {
    files: ['libs/{gateway,sites,bus}/src/**/*.ts'],
    ignores: TESTS,
    rules: restrict(EFFECTS, ENVIRONMENT, TERMINAL, FORMS, FILES, THROWS, UNSCOPED),
  },

  // The kernel wraps the effects that all other code may not use directly, such as clock and random numbers.
  { files: KERNEL, rules: { 'no-console': 'off', ...restrict(FORMS) } },

  // Only these files may read command-line arguments (main.ts) and print to the terminal (terminal.ts).
  { files: ['apps/*/src/main.ts'], rules: restrict(EFFECTS, FORMS, FILES, TERMINAL) },
  { files: ['**/terminal.ts'], rules: restrict(EFFECTS, ENVIRONMENT, FORMS, FILES) },

  // The console: HTML of users is never parsed in its document, and features do not import each other.
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

  // Test and development code.
  { files: DEVELOPMENT, rules: { 'no-console': 'off', ...restrict(FORMS) } },
  {
    files: TESTS,
    rules: {
      '@nx/enforce-module-boundaries': ['error', boundaries({ tests: true })],
      // Tests read the members of replies whose type is `any`.
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

  // These files belong to no TypeScript project, so rules that need types cannot check them.
  {
    files: ['**/{vitest,vite}.config.ts'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: { '@nx/enforce-module-boundaries': 'off', ...restrict(FORMS) },
  },

  // Scripts in plain JavaScript; the type checker finds undefined names.
  { files: ['**/*.mjs'], rules: { ...CORE, 'no-unused-vars': 'error' } },

  {
    files: [...CODE, '**/*.mjs'],
    ignores: ['scripts/lint/retired-words.mjs'],
    plugins: { house },
    rules: { 'house/documented-types': 'error', 'house/retired-words': 'error' },
  },
);
