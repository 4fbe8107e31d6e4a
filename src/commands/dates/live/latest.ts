const quietMs = 150;

export interface Latest {
  /** Asks once typing pauses; an empty text asks nothing. */
  readonly ask: (text: string) => void;
  readonly stop: () => void;
}

/** Sends one request at a time; of the texts that arrive meanwhile, only the last is sent. */
export function createLatest(answer: (text: string) => Promise<void>): Latest {
  let timer: NodeJS.Timeout | undefined;
  let isBusy = false;
  let next = '';
  const run = async () => {
    if (isBusy || next === '') return;
    isBusy = true;
    const text = next;
    next = '';
    try {
      await answer(text);
    } finally {
      isBusy = false;
    }
    await run();
  };
  return {
    ask: text => {
      next = text;
      clearTimeout(timer);
      timer = setTimeout(() => void run(), quietMs);
    },
    stop: () => {
      next = '';
      clearTimeout(timer);
    },
  };
}
