import {toPrintable} from '../../../output/printable.js';
import type {Change, Plan} from '../../../plan/plan.js';
import {describeChange, showDifference, summarizePlan} from './plan-view.js';

/** A comment may have 65,536 characters; so many leave room for what others write around it. */
const mostCharacters = 60_000;

/** Text that means nothing in Markdown, on one line. */
function plain(text: string): string {
  return toPrintable(text).replace(/[\\`*_{}[\]<>|#]/g, character => `\\${character}`);
}

function toSection(change: Change): string {
  const lines = [...change.differences.map(showDifference), ...change.notes].map(line => `  ${toPrintable(line)}\n`);
  const fence = '`'.repeat(3);
  const details = lines.join('').replaceAll(fence, "'''");
  const place = change.place === undefined ? '' : `  (${toPrintable(change.place)})`;
  return `${toPrintable(describeChange(change))}${place}\n${details}`;
}

/** The plan for a pull request: bounded in size, with a count of what is left out. */
export function toMarkdown(plan: Plan, tenant: string): string {
  const head = `### Custom fields of ${plain(tenant)}\n\n${plain(summarizePlan(plan))}\n`;
  const refusals = plan.refusals
    .map(({message, hint}) => `\n> **Refused:** ${plain(message)}. ${plain(hint)}\n`)
    .join('');
  if (plan.changes.length === 0) return `${head}${refusals}`;
  let body = '';
  let shown = 0;
  for (const change of plan.changes) {
    const section = toSection(change);
    if (head.length + refusals.length + body.length + section.length > mostCharacters) break;
    body += section;
    shown += 1;
  }
  const rest = plan.changes.length - shown;
  const left = rest > 0 ? `\nand ${rest} more changes, not shown here\n` : '';
  return `${head}${refusals}\n\`\`\`diff\n${body}\`\`\`\n${left}`;
}
