protocol Root { func root() }
protocol Branch: Root { func branch() }
func climb(branch: any Branch) {
  branch.root() // → Root.root()
  branch.branch() // → Branch.branch()
}
