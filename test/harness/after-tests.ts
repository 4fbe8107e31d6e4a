import {afterAll, afterEach} from 'vitest';
import {removeTempStates} from './temp-states.js';
import {takeViolations} from './violations.js';

// Loaded before each test file (vitest.config.js), so that it runs after the hooks of the file itself.
afterEach(() => {
  const violations = takeViolations();
  if (violations.length > 0)
    throw new Error(`The OpenAPI document does not allow these exchanges:\n${violations.join('\n')}`);
});

afterAll(removeTempStates);
