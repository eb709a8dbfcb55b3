// Answers questions in Pyodide, in a web worker. The first question also contains the archive of the Python code.

let answerQuestion = null;

async function load(address, archive) {
  globalThis.importScripts = undefined; // Pyodide rejects classic workers, but a page on a disk can start no others
  const { loadPyodide } = await import(`${address}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: address });
  python.unpackArchive(archive, "zip", { extractDir: "/core" });
  python.runPython("import sys; sys.path.insert(0, '/core')");
  return python.pyimport("solvers.solving.playing").answer_question;
}

globalThis.onmessage = async ({ data: { address, archive, question } }) => {
  try {
    answerQuestion ??= await load(address, archive);
    globalThis.postMessage(JSON.parse(answerQuestion(JSON.stringify(question))));
  } catch (error) {
    globalThis.postMessage({ failure: String(error.message ?? error).split("\n")[0] });
  }
};
