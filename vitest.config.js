import {defineConfig} from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    env: {TZ: 'UTC', FORCE_COLOR: '0'},
    setupFiles: ['test/harness/after-tests.ts'],
    testTimeout: 60_000,
    restoreMocks: true,
    reporters: ['default', ['json', {outputFile: 'node_modules/.cache/bizctl/tests.json'}]],
  },
});
