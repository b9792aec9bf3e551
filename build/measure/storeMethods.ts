import ts from 'typescript';

const stores: readonly string[] = ['CacheStore', 'UserStore'];

/**
 * Counts declarations of each store method in these files: functions, methods, and members of types or
 * objects, without calls. Common names such as `close` include unrelated declarations.
 */
export function declarationsOfStoreMethods(files: readonly string[]): ReadonlyMap<string, number> {
  const entry = 'main/store/store.ts';
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile('tsconfig.json', ts.sys.readFile).config,
    ts.sys,
    '.',
  );
  const program = ts.createProgram([entry], options);
  const source = program.getSourceFile(entry);
  if (source === undefined) throw new Error(`There is no ${entry}.`);
  const counts = new Map(methodNames(program.getTypeChecker(), source).map((name) => [name, 0]));
  for (const file of files) {
    const parsed =
      program.getSourceFile(file) ??
      ts.createSourceFile(file, ts.sys.readFile(file) ?? '', ts.ScriptTarget.Latest);
    const visit = (node: ts.Node): void => {
      const name = declaredName(node);
      const count = name === undefined ? undefined : counts.get(name);
      if (name !== undefined && count !== undefined) counts.set(name, count + 1);
      ts.forEachChild(node, visit);
    };
    visit(parsed);
  }
  return counts;
}

function methodNames(checker: ts.TypeChecker, source: ts.SourceFile): string[] {
  const names = new Set<string>();
  const collect = (type: ts.Type): void => {
    for (const member of checker.getPropertiesOfType(type)) {
      const ofMember = checker.getTypeOfSymbol(member);
      if (ofMember.getCallSignatures().length > 0) names.add(member.name);
      else if ((ofMember.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0) collect(ofMember);
    }
  };
  for (const statement of source.statements) {
    if (ts.isTypeAliasDeclaration(statement) && stores.includes(statement.name.text)) {
      collect(checker.getTypeAtLocation(statement));
    }
  }
  return [...names].sort();
}

function declaredName(node: ts.Node): string | undefined {
  const declares =
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isShorthandPropertyAssignment(node);
  return declares && node.name !== undefined && ts.isIdentifier(node.name) ? node.name.text : undefined;
}
