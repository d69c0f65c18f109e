// Renders a chart as `helm template` does, for machines that have Go and Sprig but no Helm: the same template engine, and the same functions as far as the chart
// uses them. Values come as JSON: go run render.go CHART < VALUES
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

func main() {
	folder := os.Args[1]
	var input struct{ Chart, Values, Release map[string]interface{} }
	decoder := json.NewDecoder(os.Stdin)
	must(decoder.Decode(&input))
	files, err := filepath.Glob(filepath.Join(folder, "templates", "*"))
	must(err)
	sort.Strings(files)

	all := template.New("chart").Option("missingkey=zero")
	functions := sprig.TxtFuncMap()
	functions["include"] = func(name string, data interface{}) (string, error) {
		var out bytes.Buffer
		err := all.ExecuteTemplate(&out, name, data)
		return out.String(), err
	}
	functions["toYaml"] = func(value interface{}) string {
		var out bytes.Buffer
		encoder := yaml.NewEncoder(&out)
		encoder.SetIndent(2)
		must(encoder.Encode(value))
		return strings.TrimSuffix(out.String(), "\n")
	}
	all.Funcs(functions)
	for _, file := range files {
		text, err := os.ReadFile(file)
		must(err)
		template.Must(all.New(filepath.Base(file)).Parse(string(text)))
	}
	data := map[string]interface{}{"Values": input.Values, "Chart": input.Chart, "Release": input.Release}
	for _, file := range files {
		name := filepath.Base(file)
		if !strings.HasSuffix(name, ".yaml") && name != "NOTES.txt" {
			continue
		}
		var out bytes.Buffer
		must(all.ExecuteTemplate(&out, name, data))
		text := strings.ReplaceAll(out.String(), "<no value>", "")
		if name == "NOTES.txt" {
			fmt.Fprint(os.Stderr, text)
			continue
		}
		fmt.Printf("---\n# Source: cam/templates/%s\n%s\n", name, strings.TrimSpace(text))
	}
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
