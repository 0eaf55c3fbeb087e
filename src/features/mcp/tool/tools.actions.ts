import { Compile } from 'typebox/compile';
import { requireTokenScopes } from '#access/token-guard.ts';
import { recordAudit } from '#features/account';
import { detailsOf } from '#platform/http/validation/problem-details.ts';
import type { McpDeps } from '../deps.ts';
import { GOAL_TOOLS } from './goal-tools.actions.ts';
import { JOURNAL_TOOLS } from './journal-tools.actions.ts';
import type { McpCaller, Tool } from './tool.actions.ts';
import { toolErrors } from './tool.schema.ts';
import { WORKOUT_TOOLS } from './workout-tools.actions.ts';

const TOOLS: readonly Tool[] = [...JOURNAL_TOOLS, ...GOAL_TOOLS, ...WORKOUT_TOOLS];

/** The tools that the token of the caller permits. */
export function listTools({ token }: McpCaller): Tool[] {
  return TOOLS.filter(({ scope }) => token.scopes.has(scope));
}

/**
 * Calls a tool, and records it in the audit log if it reads. Returns null if there is no such tool. Throws what the tool throws.
 */
export async function callTool(
  deps: McpDeps,
  { actor, token }: McpCaller,
  name: string,
  input: object,
): Promise<object | null> {
  const tool = TOOLS.find((one) => one.name === name);
  if (tool === undefined) return null;
  requireTokenScopes(token, [tool.scope]);
  checkInput(tool, input);
  const result = await tool.run(deps, actor, input);
  if (tool.isReadOnly) {
    await recordAudit(deps, deps.db, actor, {
      action: 'mcp.read',
      subjectType: 'profile',
      subjectIds: [actor.userId],
      details: { tool: name, personal_token_id: token.id },
    });
  }
  return result;
}

const validators = new WeakMap<Tool, ReturnType<typeof Compile>>();

function checkInput(tool: Tool, input: object): void {
  const unknown = Object.keys(input).filter((name) => !Object.hasOwn(tool.input.properties, name));
  if (unknown.length > 0) {
    const names = Object.keys(tool.input.properties).join(', ') || 'none';
    const detailOf = (name: string) => ({
      path: `input.${name}`,
      message: `Unknown parameter ${name}. Parameters: ${names}.`,
    });
    throw toolErrors.inputInvalid({ details: unknown.map(detailOf) });
  }
  const validator = validators.get(tool) ?? Compile(tool.input);
  validators.set(tool, validator);
  if (validator.Check(input)) return;
  throw toolErrors.inputInvalid({ details: detailsOf('input', validator.Errors(input) as never) });
}
