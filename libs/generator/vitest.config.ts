import { baseConfig } from '../testing/src/vitest/base-config.ts';

export default baseConfig(import.meta.url);
