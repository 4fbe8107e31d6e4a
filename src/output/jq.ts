import type {OutputStream} from '../base/output-stream.js';
import {stringifyJson} from '../json/member-order.js';
import type {Format, Renderer} from './format.js';
import {type Block, compileJq, type JqProgram, type JqResult} from './jq-program.js';
import {toMachineValue} from './select-members.js';

/** Elements that are handed to jq at a time: it takes many more, but nothing is printed meanwhile. */
const mostElements = 1000;
const mostCharacters = 1_000_000;

function* cutBatches(texts: readonly string[]): Generator<readonly string[]> {
  let batch: string[] = [];
  let characters = 0;
  for (const text of texts) {
    if (batch.length === mostElements || (batch.length > 0 && characters + text.length > mostCharacters)) {
      yield batch;
      [batch, characters] = [[], 0];
    }
    batch.push(text);
    characters += text.length;
  }
  if (batch.length > 0) yield batch;
}

async function print(stdout: OutputStream, {printed, failure}: JqResult): Promise<void> {
  if (printed !== '') await stdout.write(printed);
  if (failure) throw failure;
}

/** Prints what the program makes of a value; of a list as a whole when it is complete, or of each element as it arrives. */
function createJqRenderer(program: JqProgram, isEach: boolean): Renderer {
  return {
    openList: async (view, {stdout, columns}) => {
      const texts: string[] = [];
      return {
        write: async rows => {
          const added = rows.map(row => stringifyJson(toMachineValue(view, row, columns)));
          if (isEach) for (const batch of cutBatches(added)) await print(stdout, program.runEach(batch));
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
 * The format with a jq program in front of it.
 *
 * @throws UsageError for a syntax error in the program
 */
export async function pipeThroughJq(format: Format, expression: string, block: Block): Promise<Format> {
  const renderer = createJqRenderer(await compileJq(expression, block), format.jq === 'each');
  return {...format, ...(format.jq === 'whole' ? {isGathered: true} : {}), load: async () => renderer};
}
