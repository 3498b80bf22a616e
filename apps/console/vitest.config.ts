import { baseConfig } from '../../libs/testing/src/vitest/base-config.ts';

export default baseConfig(import.meta.url);
