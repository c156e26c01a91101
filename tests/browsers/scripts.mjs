// What a script uses: syntax by its year, names by what they may belong to.

import { at, lacking } from "./support.mjs";
import { script } from "./tools.mjs";

export const YEAR = 2023;

/** The tree of a script; throws SyntaxError for syntax that is newer than the range. */
export const parsed = (source) => script.parse(source, { ecmaVersion: YEAR, sourceType: "module", locations: true });

/** The names of functions and methods that a script makes itself. */
export function* ownNames(tree) {
  for (const { type, id, key, value, left, right } of nodes(tree)) {
    if (type === "MethodDefinition" || (["Property", "PropertyDefinition"].includes(type) && isFunction(value))) yield key.name;
    if (type === "FunctionDeclaration" || type === "VariableDeclarator") yield id?.name;
    if (type === "AssignmentExpression" && isFunction(right)) yield left.property?.name;
  }
}

/** A name may stand for one: `{ update, leave }`. */
const isFunction = (node) => ["FunctionExpression", "ArrowFunctionExpression", "Identifier"].includes(node?.type);

/** Every use of something that not all browsers of the range have, as {line, what, lacking}; `own`: the page's own names. */
export function* newInScript(tree, own) {
  for (const node of nodes(tree)) {
    const use = used(node);
    const without = (use && lackingIn(use, own)) ?? [];
    if (without.length) yield { line: node.loc.start.line, what: [use.owner, use.name].filter(Boolean).join("."), lacking: without };
  }
}

function* nodes(node) {
  if (typeof node.type === "string") yield node;
  for (const part of Object.values(node)) if (part && typeof part === "object") yield* nodes(part);
}

/** {name, owner: what it belongs to, by its own name} of what is called, made or set. A call that does nothing where there is no such
 *  thing (`?.()`) is none.
 */
function used(node) {
  if (node.type === "NewExpression") return { name: node.callee.name };
  if (node.type === "AssignmentExpression" && node.left.type === "MemberExpression") return memberOf(node.left);
  if (node.type !== "CallExpression" || node.optional) return null;
  const { callee, arguments: [first] } = node;
  if ((callee.property?.name ?? callee.name) === "addEventListener" && typeof first.value === "string") return { name: `${first.value}_event` };
  return callee.type === "Identifier" ? { name: callee.name } : memberOf(callee);
}

const memberOf = ({ type, computed, object, property }) =>
  type === "MemberExpression" && !computed && property.type === "Identifier" ? { name: property.name, owner: object.name } : null;

/** Where several have a member of this name, it is in the range if one of them has it there. */
function lackingIn({ name, owner }, own) {
  const [apis, builtins] = [at("api"), at("javascript", "builtins")];
  const kinds = [builtins, builtins.Intl, apis];
  const exact = kinds.flatMap((kind) => [kind[owner]?.[`${name}_static`], kind[owner]?.[name]]).find((node) => node?.__compat);
  if (exact) return lacking(exact);
  if (own.has(name)) return null;
  const global = kinds.map((kind) => kind[name]).find((node) => node?.__compat);
  if (global && !owner) return lacking(global);
  const all = kinds.flatMap(Object.values).map((one) => lacking(one?.[name])).filter(Boolean);
  return all.sort((one, other) => one.length - other.length)[0] ?? null;
}
