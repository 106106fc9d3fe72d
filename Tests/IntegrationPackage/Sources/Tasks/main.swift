try await testProviders()
try validateDocuments()
try await runAForm()
print("all tasks done")
