import { baseConfig } from './src/vitest/base-config.ts';

export default baseConfig(import.meta.url);
