import type {OutputStream} from '../base/output-stream.js';
import {splitParts} from '../base/split-parts.js';
import {stringifyJson} from '../json/member-order.js';
import type {Format, Renderer} from './format.js';
import {compileJq, type JqProgram, type JqResult, type JqSettings} from './jq-program.js';
import {toMachineValue} from './machine-value.js';

/** Elements passed to jq at a time, and their characters. It takes many more, but nothing is printed until it returns. */
const batchLimits = {count: 1000, size: 1_000_000};

async function print(stdout: OutputStream, {output, failure}: JqResult): Promise<void> {
  if (output !== '') await stdout.write(output);
  if (failure) throw failure;
}

/** Prints the program's results: for a complete list as a whole, or for each element as it arrives. */
function createJqRenderer(program: JqProgram, isEach: boolean): Renderer {
  return {
    openList: async (view, {stdout, columns}) => {
      const texts: string[] = [];
      return {
        write: async rows => {
          const added = rows.map(row => stringifyJson(toMachineValue(view, row, columns)));
          if (isEach)
            for (const batch of splitParts(added, ({length}) => length, batchLimits))
              await print(stdout, program.runEach(batch));
          else for (const text of added) texts.push(text);
        },
        close: async isComplete => {
          if (!isEach && isComplete) await print(stdout, program.run(`[${texts.join(',')}]`, false));
        },
      };
    },
    writeDetail: (view, thing, {stdout, columns}) =>
      print(stdout, program.run(stringifyJson(toMachineValue(view, thing, columns)), isEach)),
  };
}

/**
 * Wraps a format so that results pass through a jq program.
 *
 * @throws UsageError for a syntax error in the program
 */
export async function pipeThroughJq(format: Format, settings: JqSettings): Promise<Format> {
  const renderer = createJqRenderer(await compileJq(settings), format.jq === 'each');
  return {
    ...format,
    isRaw: settings.isRaw,
    ...(format.jq === 'whole' ? {isGathered: true} : {}),
    load: async () => renderer,
  };
}
